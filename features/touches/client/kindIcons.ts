import type { IconName } from '#core/ui/iconNames.ts'
import type { TouchKind } from '../contract.ts'

export const kindIcons: Record<TouchKind, IconName> = {
  call: 'phone',
  meeting: 'users',
  email: 'mail',
  other: 'message-2',
}
