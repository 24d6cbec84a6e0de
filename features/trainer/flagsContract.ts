import type { Flag } from '#core/contract/area.ts'

export const trainerFlag: Flag = { name: 'trainer', isPersonal: true }
export const transcriptsFlag: Flag = { name: 'trainer.transcripts' }
export const brandedFlag: Flag = { name: 'trainer.branded' }
