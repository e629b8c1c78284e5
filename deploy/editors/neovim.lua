-- Put this into init.lua; with Neovim 0.11 or newer, lsp/assay.lua with the table alone does, too.
local assay = {
  name = "assay",
  cmd = { "assay", "lsp", "--stdio" },
  filetypes = { "python" },
  root_markers = { "pyproject.toml", ".git" },
}

if vim.lsp.config then
  vim.lsp.config("assay", assay)
  vim.lsp.enable("assay")
else
  -- Neovim 0.7 to 0.10, as Debian has it.
  vim.api.nvim_create_autocmd("FileType", {
    pattern = assay.filetypes,
    callback = function(event)
      local folder = vim.fn.fnamemodify(event.match ~= "" and vim.api.nvim_buf_get_name(event.buf) or ".", ":p:h")
      for _, marker in ipairs(assay.root_markers) do
        local found = vim.fn.findfile(marker, folder .. ";")
        found = found ~= "" and found or vim.fn.finddir(marker, folder .. ";")
        if found ~= "" then
          folder = vim.fn.fnamemodify(found, ":p:h")
          if marker == ".git" then folder = vim.fn.fnamemodify(folder, ":h") end
          break
        end
      end
      assay.clients = assay.clients or {}
      local client = assay.clients[folder]
        or vim.lsp.start_client({
          name = assay.name,
          cmd = assay.cmd,
          root_dir = folder,
          workspace_folders = { { uri = vim.uri_from_fname(folder), name = folder } },
        })
      assay.clients[folder] = client
      vim.lsp.buf_attach_client(event.buf, client)
    end,
  })
end
