import { join } from "node:path";

/** The events of each agent about one edited file, in the shape that its documentation gives. */
export const edits: Readonly<Record<string, (folder: string, file: string) => object>> = {
  "Claude Code": (folder, file) => ({
    session_id: "00893aaf-19fa-41d2-8238-13269b9b3ca0",
    transcript_path: join(folder, "00893aaf.jsonl"),
    cwd: folder,
    permission_mode: "default",
    hook_event_name: "PostToolUse",
    tool_name: "Edit",
    tool_input: { file_path: join(folder, file), old_string: "a", new_string: "b", replace_all: false },
    tool_response: { filePath: join(folder, file), success: true },
    tool_use_id: "toolu_01ABC",
  }),
  Cursor: (folder, file) => ({
    conversation_id: "c",
    generation_id: "g",
    model: "m",
    hook_event_name: "afterFileEdit",
    cursor_version: "2.0.77",
    workspace_roots: [folder],
    user_email: null,
    file_path: join(folder, file),
    edits: [{ old_string: "a", new_string: "b" }],
  }),
  "Gemini CLI": (folder, file) => ({
    session_id: "s",
    transcript_path: "/tmp/t.json",
    cwd: folder,
    hook_event_name: "AfterTool",
    timestamp: "2026-11-19T08:00:00.000Z",
    tool_name: "write_file",
    tool_input: { file_path: join(folder, file), content: "b" },
    tool_response: { llmContent: "written", returnDisplay: "written" },
  }),
  Codex: (folder, file) => ({
    session_id: "s",
    turn_id: "t",
    transcript_path: null,
    cwd: folder,
    hook_event_name: "PostToolUse",
    model: "m",
    permission_mode: "default",
    tool_name: "apply_patch",
    tool_input: { command: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch\n` },
    tool_response: "Success.",
    tool_use_id: "call-1",
  }),
};

/** The events at the end of a turn, after none or one that was sent back to work. */
export const ends: Readonly<Record<string, (folder: string, isAgain: boolean) => object>> = {
  "Claude Code": (cwd, isAgain) => ({
    session_id: "s",
    cwd,
    hook_event_name: "Stop",
    stop_hook_active: isAgain,
  }),
  Cursor: (folder, isAgain) => ({
    conversation_id: "c",
    hook_event_name: "stop",
    workspace_roots: [folder],
    status: "completed",
    loop_count: isAgain ? 1 : 0,
  }),
  "Gemini CLI": (cwd, isAgain) => ({
    session_id: "s",
    cwd,
    hook_event_name: "AfterAgent",
    prompt: "p",
    prompt_response: "r",
    stop_hook_active: isAgain,
  }),
  Codex: (cwd, isAgain) => ({
    session_id: "s",
    turn_id: "t",
    cwd,
    hook_event_name: "Stop",
    stop_hook_active: isAgain,
    last_assistant_message: null,
  }),
};
