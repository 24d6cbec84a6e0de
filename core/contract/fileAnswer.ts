import { z } from 'zod'

export const DownloadType = z.enum(['pdf', 'xlsx', 'csv'])
export type DownloadType = z.infer<typeof DownloadType>

/**
 * A named file in base64, or an error sentence. A workbook's type is 'csv', its name ends in .xlsx. Source: the
 * specification, section 7.
 */
export const FileAnswer = z.object({
  error: z.string(),
  type: z.enum(['pdf', 'csv']),
  file: z.string(),
  name: z.string(),
})
export type FileAnswer = z.infer<typeof FileAnswer>

export const answerType = (made: DownloadType): FileAnswer['type'] => (made === 'pdf' ? 'pdf' : 'csv')
