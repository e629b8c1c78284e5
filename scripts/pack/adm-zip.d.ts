/** The part that is used here. */
declare module "adm-zip" {
  export default class AdmZip {
    constructor(file?: string);
    addFile(name: string, content: Buffer): void;
    writeZip(file: string): void;
    extractAllTo(folder: string, isOverwriting?: boolean): void;
    getEntries(): readonly { readonly entryName: string }[];
  }
}
