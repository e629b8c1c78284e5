/** Another text for one of the files: the main one, where no path is told. */
export type FileEdit = Readonly<{ file: string | undefined; text: string }>;

/** An edit that every example passes with, and that is not returned as the fix. */
export type SuggestedEdit = Readonly<{ edited: FileEdit; confidence: number; why: string }>;
