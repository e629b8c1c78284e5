import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chosenRules } from "../../cli/settings/chosen-rules.ts";
import { readSettings } from "../../cli/settings/pyproject.ts";
import { openCliStage } from "./stage.ts";

const settingsOf = (toml: string) => {
  const { folder } = openCliStage({ "pyproject.toml": toml, "inner/deep/x.py": "" });
  return { folder, settings: readSettings(join(folder, "inner", "deep"), undefined) };
};

describe("[tool.assay]", () => {
  test("is read from the nearest pyproject.toml that contains it", () => {
    const { folder, settings } = settingsOf('[tool.assay]\nstrict = true\nselect = ["mypy"]\n');
    expect(settings).toMatchObject({ strict: true, select: ["mypy"], root: folder });
  });

  test.for([
    ['[tool.assay]\npython = "3.12"\n', "3.12"],
    ['[tool.assay]\npython = "3.12"\n[project]\nrequires-python = ">=3.10"\n', "3.12"],
    ['[project]\nrequires-python = ">=3.11"\n', "3.11"],
    ['[project]\nrequires-python = ">= 3.10, < 3.14"\n', "3.10"],
    ['[project]\nrequires-python = "==3.12.*"\n', "3.12"],
    ['[project]\nrequires-python = "~=3.11"\n', "3.11"],
    ['[project]\nrequires-python = ">=3.8.1"\n', "3.10"],
    ['[project]\nrequires-python = "<3.13"\n', undefined],
    ['[project]\nrequires-python = ">=3.20"\n', undefined],
    ['[project]\nrequires-python = ">=3.10 || >=4"\n', undefined],
    ["", undefined],
  ] as const)("%s selects Python %s", ([toml, python]) => {
    expect(settingsOf(toml).settings.python).toBe(python);
  });

  test.for([
    ["[tool.assay]\nslect = []\n", "slect is not known. Known: select, extend-select, ignore"],
    ['[tool.assay]\nselect = "F401"\n', "select must be a list of strings"],
    ["[tool.assay]\nstrict = 1\n", "strict must be true or false"],
    ['[tool.assay.per-file-ignores]\n"a.py" = "F401"\n', 'per-file-ignores."a.py" must be a list of strings'],
    ["[tool.assay]\npython = 3.12\n", "python must be a text, one of 3.10, 3.11"],
    ['[tool.assay]\npython = "3.9"\n', "python must be a text, one of 3.10, 3.11"],
    ["[tool.assay\n", "not valid TOML"],
  ] as const)("%s is a mistake: %s", ([toml, words]) => {
    expect(() => settingsOf(toml)).toThrow(words);
  });
});

describe("rules", () => {
  const isChosen = (toml: string, file: string, rule: string): boolean => {
    const { folder, settings } = settingsOf(toml);
    return chosenRules(settings)(join(folder, file))(rule);
  };

  test.for([
    ['ignore = ["ruff:F401"]', "ruff:F401", false],
    ['ignore = ["F401"]', "ruff:F401", false],
    ['ignore = ["F4"]', "ruff:F401", true],
    ['ignore = ["F*"]', "ruff:F401", false],
    ['ignore = ["ruff:S*"]', "ruff:F401", true],
    ['ignore = ["mypy"]', "mypy:operator", false],
    ['select = ["mypy"]', "ruff:F401", false],
    ['select = ["mypy"]', "mypy:operator", true],
    ['select = ["mypy"]\nignore = ["operator"]', "mypy:operator", false],
  ] as const)("with %s, whether %s counts is %s", ([line, rule, counts]) => {
    expect(isChosen(`[tool.assay]\n${line}\n`, "a.py", rule)).toBe(counts);
  });

  test("can be ignored for files by pattern", () => {
    const toml = '[tool.assay.per-file-ignores]\n"__init__.py" = ["F401"]\n"tests/**" = ["S101"]\n';
    expect(isChosen(toml, "pack/__init__.py", "ruff:F401")).toBe(false);
    expect(isChosen(toml, "pack/a.py", "ruff:F401")).toBe(true);
    expect(isChosen(toml, "tests/deep/a.py", "ruff:S101")).toBe(false);
    expect(isChosen(toml, "../elsewhere.py", "ruff:S101")).toBe(true);
  });
});
