import { describe, expect, test } from "vitest";
import { inspect } from "../../engine/tasks/inspect.ts";
import { createLinter } from "../../engine/lint/lint.ts";
import { optimizeText } from "../../engine/optimize/optimize-text.ts";
import { prototypeNames, prototypePrograms } from "../quality/prototype-names.ts";

const linter = createLinter();

/** The same program with an ordinary name of the same length and shape. */
function withPlainName(source: string, name: string): string {
  return source.replaceAll(name, name.replaceAll(/[a-z]/g, "q").replaceAll(/[A-Z]/g, "Q"));
}

function findings(source: string): string[] {
  const { diagnostics, security } = inspect(linter, source);
  return [
    ...diagnostics.map(({ rule, line, severity }) => `${line} ${severity} ${rule}`),
    ...security.map(({ id, line, severity }) => `${line} ${severity} ${id}`),
  ].toSorted();
}

describe.each(prototypeNames)("a program that uses the name %s", (name) => {
  const programs = {
    ...prototypePrograms(name),
    module: `import ${name}\nfrom ${name} import ${name} as other\n${name}.f(other)\n`,
    noqa: `import os  # noqa: ${name}\nx = 1  # type: ignore[${name}]\n`,
    raised: `def f():\n    raise ${name}("x")\n\n\ntry:\n    f()\nexcept ${name}:\n    pass\n`,
    called: `"text".${name}()\n[1].${name}\n{}.${name}(1)\n(1).${name}()\nprint(${name}(1))\n`,
    secret: `${name}(password="hunter2-Tr0ub4dor")\n`,
  };
  test.each(Object.entries(programs))("is judged like one with any other name: as %s", (_, source) => {
    expect(findings(source)).toEqual(findings(withPlainName(source, name)));
  });
  test.each(Object.entries(programs))("is optimized like one with any other name: as %s", (_, source) => {
    const optimized = optimizeText(source);
    const plain = optimizeText(withPlainName(source, name));
    expect(withPlainName(JSON.stringify(optimized), name)).toEqual(JSON.stringify(plain));
  });
});
