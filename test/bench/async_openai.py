"""CPU time of one request with 256 in flight through Python's AsyncOpenAI: the other side of model-client.cjs, which runs it."""

import asyncio
import json
import sys
import time

import openai

IN_FLIGHT = 256
WARM_UP = 500


async def main(url: str, requests: int, prompt: str) -> None:
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    for count in (WARM_UP, requests):
        numbers = iter(range(count))
        before = time.process_time()

        async def worker() -> None:
            for number in numbers:
                content = f"{prompt}{count} {number}"
                await client.chat.completions.create(model="bench", messages=[{"role": "user", "content": content}], temperature=0)

        await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
        spent = time.process_time() - before
    name = f"AsyncOpenAI {openai.__version__} (Python {sys.version.split()[0]})"
    print(json.dumps({"name": name, "requests": requests, "cpuMicroseconds": round(spent / requests * 1e6)}))


asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
