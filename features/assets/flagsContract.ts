import type { Flag } from '#core/contract/area.ts'

export const assetsFlag: Flag = { name: 'assets', label: 'Assets', tells: 'Files that people use with their targets.' }
