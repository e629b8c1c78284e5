/** The versions of Python that programs can be checked for. */
export const pythonVersions = ["3.10", "3.11", "3.12", "3.13", "3.14"] as const;
export type PythonVersion = (typeof pythonVersions)[number];

/** What a program is checked for and run by, unless the caller says otherwise. */
export const defaultPython: PythonVersion = "3.13";
