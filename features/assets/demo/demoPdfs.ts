// Demo PDFs of the firm: the audience of each, and its text.
import { clientPapers } from './clientPapers.ts'
import { growthPapers } from './growthPapers.ts'
import { meetingPapers } from './meetingPapers.ts'
import type { Paper } from './paper.ts'

export const demoPdfs: readonly Paper[] = [...meetingPapers, ...clientPapers, ...growthPapers]
