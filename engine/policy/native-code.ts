import { each, type Rule } from "./rule.ts";

const message =
  "Bytes are copied into memory and run as machine code, which no checker can read; use a library that does what you need.";

/** Runs machine code out of memory. */
export const nativeCode: Rule = {
  id: "native-code",
  cwe: "CWE-94",
  methods: {
    ...each(
      "VirtualAlloc VirtualAllocEx RtlMoveMemory CreateRemoteThread WriteProcessMemory VirtualProtect memfd_create",
      (site, report) => {
        if (/ctypes|windll|kernel32|CDLL|libc|^os\.memfd_create/i.test(site.path))
          report(site.node, "error", message);
      },
    ),
  },
  finish: ({ tree, calls }, report) => {
    const [mapped] = (calls.get("mmap.mmap") ?? []).filter(({ node }) =>
      tree.text.slice(node.start, node.end).includes("PROT_EXEC"),
    );
    if (mapped && [...calls.keys()].some((path) => /^ctypes\.(?:CFUNCTYPE|PYFUNCTYPE)/.test(path)))
      report(mapped.node, "error", message);
  },
};
