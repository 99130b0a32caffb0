import { useMemo, useSyncExternalStore } from 'react'

const shelf = 'garbo.advertisements.dismissed'
const listeners = new Set<() => void>()
/** For windows that keep nothing. */
let kept = ''

const read = () => {
  try {
    return sessionStorage.getItem(shelf) ?? ''
  } catch {
    return kept
  }
}

/** not seen again until the window is closed; nobody else hears of it. */
export const dismiss = (id: string) => {
  kept = `${read()} ${id}`.trim()
  try {
    sessionStorage.setItem(shelf, kept)
  } catch {
    // private windows refuse storage: it is dismissed as long as the page stays
  }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The ids of those dismissed, wherever on the screen that was. */
export const useDismissed = (): ReadonlySet<string> => {
  const ids = useSyncExternalStore(listen, read)
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
