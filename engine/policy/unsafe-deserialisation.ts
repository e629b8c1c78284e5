import type { CallSite } from "../resolve/machine.ts";
import { isConstant } from "../resolve/value.ts";
import { isChecked, isRoundTrip } from "./safe-texts.ts";
import {
  argument,
  each,
  isFalse,
  isHidden,
  isTrue,
  keyword,
  nameOf,
  receiverOf,
  textOf,
  type ReportFinding,
  type Rule,
} from "./rule.ts";

const why = "untrusted data in it can execute code";
const advice = "read a format that holds data only (json), or check a signature over the bytes first";

function judgePickle(site: CallSite, report: ReportFinding): void {
  const [data] = site.args;
  // A constant name says nothing of what the file holds.
  const isNamed = /read_pickle$|^(?:joblib|compress_pickle)\.load$/.test(site.path);
  const isOwnConstant = data?.every(isConstant) === true && !isHidden(site) && !isNamed;
  if (data === undefined && !site.isOpen && site.keywords.size === 0) return;
  if (data && (isRoundTrip(data) || isChecked(data))) return;
  report(
    site.node,
    isOwnConstant ? "warning" : "error",
    `${nameOf(site)} reads pickled data or a format like it: ${why}; ${advice}.`,
  );
}

const safeLoaders = /(?:^|\.)(?:C?SafeLoader|C?BaseLoader|SafeLineLoader)(?:\(\))?$/;

function judgeYaml(site: CallSite, report: ReportFinding): void {
  const loader = argument(site, 1, "Loader");
  const [data] = site.args;
  if (data?.every(isConstant) === true || (data && isChecked(data))) return;
  const isSafe =
    loader?.every((thing) =>
      thing.kind === "reference"
        ? safeLoaders.test(thing.path) || !/Loader|^yaml\./.test(thing.path)
        : thing.kind === "class",
    ) === true;
  if (!isSafe)
    report(
      site.node,
      "error",
      `${nameOf(site)} without SafeLoader builds any Python object that the text names: ${why}; use yaml.safe_load.`,
    );
}

function judgeFlag(name: string, isDangerous: (site: CallSite) => boolean, instead: string) {
  return (site: CallSite, report: ReportFinding): void => {
    if (isDangerous(site))
      report(site.node, "error", `${nameOf(site)} ${name}: ${why}; ${instead}.`, {
        confidence: "medium",
      });
  };
}

/** Reads data in a format that can carry code. */
export const unsafeDeserialisation: Rule = {
  id: "unsafe-deserialisation",
  cwe: "CWE-502",
  calls: {
    ...each(
      `pickle.load pickle.loads pickle.Unpickler pickle.Unpickler().load dill.load dill.loads dill.Unpickler cloudpickle.load
      cloudpickle.loads joblib.load sklearn.externals.joblib.load shelve.open shelve.DbfilenameShelf marshal.load marshal.loads
      jsonpickle.decode jsonpickle.unpickler.decode jsonpickle.loads pandas.read_pickle pandas.io.pickle.read_pickle
      yaml.unsafe_load yaml.unsafe_load_all yaml.full_load yaml.full_load_all pickle5.load pickle5.loads pickle._loads pickle._load
      zodbpickle.loads srsly.pickle_loads compress_pickle.load compress_pickle.loads pickle.Unpickler().load`,
      judgePickle,
    ),
    ...each("yaml.load yaml.load_all", judgeYaml),
    ...each("ruamel.yaml.load ruamel.yaml.load_all", judgeYaml),
    "ruamel.yaml.YAML": judgeFlag(
      "reads any Python object",
      (site) => textOf(keyword(site, "typ")) === "unsafe",
      'use YAML(typ="safe")',
    ),
    "torch.load": judgeFlag(
      "reads a pickle",
      (site) => !isTrue(keyword(site, "weights_only")),
      "pass weights_only=True, or use safetensors",
    ),
    "numpy.load": judgeFlag(
      "reads pickled objects",
      (site) => isTrue(argument(site, 2, "allow_pickle")),
      "leave allow_pickle off",
    ),
    ...each(
      "keras.models.load_model tensorflow.keras.models.load_model keras.saving.load_model tf.keras.models.load_model",
      judgeFlag(
        "runs the layers' own code",
        (site) => isFalse(keyword(site, "safe_mode")),
        "leave safe_mode on",
      ),
    ),
  },
  everyCall: (site, report) => {
    if (
      isTrue(keyword(site, "allow_dangerous_deserialization")) ||
      isTrue(keyword(site, "trust_remote_code"))
    )
      report(
        site.node,
        "error",
        `${nameOf(site)} trusts code that comes with the data: ${why}; leave that option off.`,
        { confidence: "medium" },
      );
  },
  methods: {
    read_pickle: (site, report) => {
      if (/^pandas|^pd/.test(receiverOf(site.path))) judgePickle(site, report);
    },
  },
  stores: {
    "*": ({ node, of, name, value }, report) => {
      const reads = value.some(
        (thing) => thing.kind === "reference" && /^(?:pickle|marshal|dill)\.loads?$/.test(thing.path),
      );
      if (reads && of?.kind === "class" && /^__\w+__$/.test(name))
        report(node, "error", `${name} is made to read pickled data, and ${why}; ${advice}.`);
    },
  },
};
