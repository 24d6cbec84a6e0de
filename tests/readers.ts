// Files that Pursuit makes, read by programs that others wrote.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, installFromDebian, isProgram, runDebian } from '#tools/debian.ts'

/** The text of each page, laid out as on paper. */
export function pagesOfPdf(bytes: Buffer): string[] {
  const text = inFile('report.pdf', bytes, (file) =>
    runDebian('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], 'poppler-utils', 'The test of a PDF'),
  )
  return text.split('\f').slice(0, -1)
}

/** `type` as in the file: n number, d date, s text, f formula. */
export type SheetCell = { value: string | number | null; type: string; format: string }

/** Rows of cells by the name of their sheet; dates as YYYY-MM-DD. */
export function sheetsOf(bytes: Buffer): Record<string, SheetCell[][]> {
  const program = `
import json, sys, openpyxl
def value(cell):
    return cell.value.strftime('%Y-%m-%d') if cell.data_type == 'd' else cell.value
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({s.title: [[{'value': value(c), 'type': c.data_type, 'format': c.number_format} for c in row] for row in s.iter_rows()] for s in book}))`
  return inFile('report.xlsx', bytes, (file) => {
    const ran = spawnSync(
      pythonWith('openpyxl', 'python3-openpyxl', 'The test of a sheet'),
      ['-W', 'ignore', '-c', program, file],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    if (ran.status !== 0) throw new Error(`openpyxl could not read the sheet: ${ran.stderr}`)
    return JSON.parse(ran.stdout)
  })
}

/** A python3 that has this module, which Debian's package brings where none has it. */
export function pythonWith(module: string, packageName: string, neededFor: string): string {
  const find = () =>
    ['/usr/bin/python3', findProgram('python3')].find(
      (python) => python && isProgram(python) && spawnSync(python, ['-c', `import ${module}`]).status === 0,
    )
  const found = find()
  if (found) return found
  installFromDebian(packageName, neededFor)
  const installed = find()
  if (!installed) throw new Error(`${packageName} was installed and still no python3 finds it.`)
  return installed
}

function inFile<T>(name: string, bytes: Buffer, read: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-file-'))
  try {
    writeFileSync(join(folder, name), bytes)
    return read(join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
