import { useLibrary } from './useLibrary.ts'

export const useLibraryCount = (): number => useLibrary().contents.filter(({ is_expired }) => !is_expired).length
