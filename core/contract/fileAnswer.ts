import { z } from 'zod'

export const DownloadType = z.enum(['pdf', 'xlsx', 'csv'])
export type DownloadType = z.infer<typeof DownloadType>

/** A download's answer: a file in base64 with its name, or a sentence why there is none. A workbook's type is 'csv', and its name says .xlsx. Source: the specification, section 7. */
export const FileAnswer = z.object({
  error: z.string(),
  type: z.enum(['pdf', 'csv']),
  file: z.string(),
  name: z.string(),
})
export type FileAnswer = z.infer<typeof FileAnswer>

export const answerType = (made: DownloadType): FileAnswer['type'] => (made === 'pdf' ? 'pdf' : 'csv')
