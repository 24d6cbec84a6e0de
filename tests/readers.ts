// Reads files that Pursuit creates with third-party tools.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#tools/programs.ts'

/** Returns each page's text, laid out as on paper. */
export function pagesOfPdf(bytes: Buffer): string[] {
  const text = inFile('report.pdf', bytes, (file) => run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']))
  return text.split('\f').slice(0, -1)
}

/** `type` as in the file: n number, d date, s text, f formula. */
export type SheetCell = { value: string | number | null; type: string; format: string }

/** Returns the rows of each sheet by its name. Dates are YYYY-MM-DD. */
export function sheetsOf(bytes: Buffer): Record<string, SheetCell[][]> {
  const program = `
import json, sys, openpyxl
def value(cell):
    return cell.value.strftime('%Y-%m-%d') if cell.data_type == 'd' else cell.value
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({s.title: [[{'value': value(c), 'type': c.data_type, 'format': c.number_format} for c in row] for row in s.iter_rows()] for s in book}))`
  return inFile('report.xlsx', bytes, (file) => JSON.parse(run('openpyxl', ['-W', 'ignore', '-c', program, file])))
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
