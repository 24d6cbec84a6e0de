import type { ListedCategory, ListedLesson } from '../contract.ts'

/** What the list asks before it does it. */
export type CurriculumConfirm =
  /** Null: a new one. */
  | { kind: 'category'; category: ListedCategory | null }
  | { kind: 'lesson'; category: ListedCategory }
  | { kind: 'publishCategory' | 'removeCategory'; category: ListedCategory }
  | { kind: 'publishLesson' | 'removeLesson'; lesson: ListedLesson }
