/** `%matplotlib inline` and `!pip install x`, also behind `name =`: what IPython runs and Python does not. */
const command = /^(?:\w[\w, ]*=\s*)?(?:%{1,2}[A-Za-z]|!{1,2}\s?[\w./~$])/;
/** `name?` and `?name` ask it for help. */
const question = /^(?:\?{1,2}[\w.]+|%{0,2}[\w.]+\?{1,2})$/;

const maxLength = 1000;

export function isNotebookLine(line: string): boolean {
  const written = line.slice(0, maxLength).trim();
  return command.test(written) || question.test(written);
}
