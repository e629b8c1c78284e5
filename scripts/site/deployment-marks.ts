/** The address in the repository's pages: that of `npm start`. Served pages name their own. */
export const defaultAddress = "http://127.0.0.1:8402";

const mark = /<!-- here (?<name>\w+) -->(?<usual>[^<]*)<!-- \/ -->/g;

/** What a page says of a deployment, with what it says where nothing is configured. */
export function marksOf(page: string): readonly Readonly<{ name: string; usual: string }>[] {
  return Array.from(page.matchAll(mark), ({ groups }) => ({
    name: groups!["name"]!,
    usual: groups!["usual"]!,
  }));
}

/** A page in which every such place, and the address, is `{{name}}`, which the service fills in. */
export function withDeploymentMarks(page: string): string {
  return page.replaceAll(mark, "{{$<name>}}").replaceAll(defaultAddress, "{{base_url}}");
}
