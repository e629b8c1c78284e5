import asyncio
import logging

logger = logging.getLogger(__name__)


class Downloader:
    def __init__(self, limit=3):
        self.semaphore = asyncio.Semaphore(limit)
        self.done = 0

    async def fetch(self, name, delay):
        async with self.semaphore:
            logger.info("fetching %s", name)
            await asyncio.sleep(delay)
            self.done += 1
            return f"{name}: {delay:.2f} s"

    async def fetch_all(self, jobs):
        tasks = [
            asyncio.create_task(self.fetch(name, delay))
            for name, delay in jobs.items()
        ]
        results = []
        for task in asyncio.as_completed(tasks):
            try:
                results.append(await task)
            except asyncio.TimeoutError:
                logger.warning("too slow")
        return results


async def main():
    downloader = Downloader(limit=2)
    jobs = {
        "first": 0.02,
        "second": 0.01,
        "third": 0.03,
    }
    results = await downloader.fetch_all(jobs)
    for result in results:
        print(result)
    print("done:", downloader.done)


asyncio.run(main())
