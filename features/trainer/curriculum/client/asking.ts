import type { ListedCategory, ListedLesson } from '../contract.ts'

export type CurriculumConfirm =
  /** Null creates a new category. */
  | { kind: 'category'; category: ListedCategory | null }
  | { kind: 'lesson'; category: ListedCategory }
  | { kind: 'publishCategory' | 'removeCategory'; category: ListedCategory }
  | { kind: 'publishLesson' | 'removeLesson'; lesson: ListedLesson }
