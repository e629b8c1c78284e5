-- Neovim 0.11 or newer. Put this into init.lua, or into lsp/assay.lua as `return { … }` with the table alone.
vim.lsp.config("assay", {
  cmd = { "assay", "lsp", "--stdio" },
  filetypes = { "python" },
  root_markers = { "pyproject.toml", ".git" },
})
vim.lsp.enable("assay")
