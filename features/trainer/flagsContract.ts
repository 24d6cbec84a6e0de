// What of the Trainer a firm can subscribe to.
import type { Flag } from '#core/contract/area.ts'

export const trainerFlag: Flag = { name: 'trainer', label: 'Trainer', tells: 'Lessons and worksheets.' }
export const transcriptsFlag: Flag = {
  name: 'trainer.transcripts',
  label: 'Transcripts',
  tells: 'Lessons can be read.',
}
export const brandedFlag: Flag = {
  name: 'trainer.branded',
  label: "The firm's own content",
  tells: 'The firm can add lessons of its own.',
}
