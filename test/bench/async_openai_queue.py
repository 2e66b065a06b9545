"""Many requests asked of one AsyncOpenAI at once: the other side of queue.cjs, which runs it. Prints its largest resident memory in MB."""

import asyncio
import resource
import sys

import openai

IN_FLIGHT = 256


async def main(url: str, rows: int) -> None:
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    door = asyncio.Semaphore(IN_FLIGHT)
    prompt = "Formalise the following statement in Lean 4. " * 45

    async def ask(number: int) -> int:
        async with door:
            completion = await client.chat.completions.create(model="bench", messages=[{"role": "user", "content": f"{prompt}{number}"}], temperature=0)
            return len(completion.choices)

    answered = sum(await asyncio.gather(*(ask(number) for number in range(rows))))
    if answered != rows:
        raise SystemExit(f"{answered} of {rows} answered")
    print(round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
