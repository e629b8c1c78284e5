import asyncio


async def a():
    yield 1


async def main():
    gen = (i async for i in a())
    return await gen.asend(None)


assert asyncio.run(main()) == 1
