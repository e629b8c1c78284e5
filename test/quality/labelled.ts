/** A program whose right judgement is known. */
export type LabelledProgram = Readonly<{ name: string; code: string }>;
