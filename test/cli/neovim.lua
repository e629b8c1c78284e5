-- Says, as JSON lines in the file that RESULT names, what Neovim shows of wrong.py, after it was edited, and after a fix.
local out = io.open(vim.env.RESULT, "w")

local function shown()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { line = each.lnum, code = each.code, source = each.source, severity = each.severity })
  end
  return found
end

local function wait_for(code, is_there)
  local arrived = vim.wait(90000, function()
    for _, each in ipairs(shown()) do
      if each.code == code then return is_there end
    end
    return not is_there
  end, 50)
  out:write(vim.json.encode({ arrived = arrived, shown = shown() }) .. "\n")
  out:flush()
end

vim.cmd("filetype on")
dofile(vim.env.SETTINGS)
vim.cmd("edit wrong.py")
wait_for("mypy:operator", true)

vim.api.nvim_buf_set_lines(0, 1, 2, false, { "    return sum(xs)" })
wait_for("mypy:operator", false)

vim.api.nvim_buf_set_lines(0, 0, 0, false, { "import os", "", "" })
wait_for("ruff:F401", true)
vim.cmd("write")
local uri = vim.uri_from_bufnr(0)
local start = { line = 0, character = 0 }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
  textDocument = { uri = uri },
  range = { start = start, ["end"] = start },
  context = { diagnostics = vim.empty_dict and {}, only = { "source.fixAll" } },
}, 90000)
for client, answer in pairs(answers or {}) do
  for _, action in ipairs(answer.result or {}) do
    local offset = vim.lsp.get_client_by_id(client).offset_encoding or "utf-16"
    vim.lsp.util.apply_workspace_edit(action.edit, offset)
  end
end
out:write(vim.json.encode({ text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") }) .. "\n")
out:close()
vim.cmd("qa!")
