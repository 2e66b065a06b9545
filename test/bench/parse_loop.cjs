/** The plain way to read JSON Lines: a megabyte at a time, every line through JSON.parse, nothing done with it. The other side of rates.cjs, which runs it. */
const { openSync, readSync } = require("node:fs");

const file = openSync(process.argv[2], "r");
const block = Buffer.alloc(1 << 20);
let rest = Buffer.alloc(0);
let rows = 0;
for (let count = readSync(file, block); count > 0; count = readSync(file, block)) {
  const text = Buffer.concat([rest, block.subarray(0, count)]);
  let start = 0;
  for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
    JSON.parse(text.toString("utf8", start, end));
    rows += 1;
    start = end + 1;
  }
  rest = text.subarray(start);
}
console.log(rows);
