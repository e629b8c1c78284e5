import { readSections } from "../../read-sections.ts";

/** A piece of Python with places to fill. */
export type Template = Readonly<{
  title: string;
  text: string;
  /** The kinds of object it is for; none: all. */
  kinds: readonly string[];
  /** It reaches names by their module, and cannot stand in a function. */
  isModuleOnly: boolean;
  /** It needs a name, where others take any expression. */
  needsName: boolean;
}>;

/** A title names in parentheses what its template is for. */
export function readTemplates(file: string): Template[] {
  return readSections(new URL(file, import.meta.url)).map(({ title, text }) => {
    const marks = /\(([\w, ]+)\)$/.exec(title)?.[1]?.split(", ") ?? [];
    return {
      title: title.replace(/ \([\w, ]+\)$/, ""),
      text: text.trimEnd(),
      kinds: marks.filter((mark) => mark !== "module" && mark !== "name"),
      isModuleOnly: marks.includes("module"),
      needsName: marks.includes("name"),
    };
  });
}

/** Lines below titles. */
export function readLists(file: string): ReadonlyMap<string, readonly string[]> {
  return new Map(readTemplates(file).map(({ title, text }) => [title, text.split("\n")] as const));
}
