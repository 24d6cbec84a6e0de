// URLs of the reports. Source: the second specification, section 2 'Viewer'. Pure.

export const REPORTS = '/viewer/pipeline'
export const DASHBOARD = { name: 'dashboard', title: 'KPI Dashboard', path: '/viewer/dashboard' } as const

/** Reports whose URL differs from their code. */
const named: Record<string, string> = {
  digests: 'digest-overview',
  worksheets: 'worksheet',
  user_worksheets: 'user-worksheets',
}

export const reportPath = (code: string): string => `${REPORTS}/${named[code] ?? code}`

/** Returns the report code of a URL segment in any accepted spelling. */
export function codeIn(segment: string): string {
  const plain = segment.replaceAll(/[ _]/g, '-')
  const code = Object.entries(named).find(([code, path]) => plain === path || plain === code.replaceAll('_', '-'))?.[0]
  return code ?? plain
}
