/** Free text as it is kept: trimmed, and null where nothing is left. */
export const tidy = (text: string | null): string | null => text?.trim() || null

/** Counted as the browser's counter counts. */
export const longerThan = (most: number, text: string | null): boolean => text !== null && text.length > most
