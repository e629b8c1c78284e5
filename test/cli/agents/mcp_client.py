"""Asks `assay mcp` with the official client for Python, and prints what it answered as JSON."""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(folder: str, command: str, *args: str) -> None:
    server = StdioServerParameters(command=command, args=list(args), cwd=folder, env=dict(os.environ))
    progress: list[float] = []

    async def note(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = await session.list_tools()
        checked = await session.call_tool("check", {"paths": ["wrong.py"]}, progress_callback=note)
        refused = await session.call_tool("check", {"paths": ["/etc"]})
    print(
        json.dumps(
            {
                "tools": [tool.name for tool in tools.tools],
                "checked": [part.text for part in checked.content],
                "refused": [part.text for part in refused.content],
                "progress": progress,
            }
        )
    )


asyncio.run(main(*sys.argv[1:]))
