import { useMemo, useSyncExternalStore } from 'react'

const shelf = 'garbo.advertisements.dismissed'
const listeners = new Set<() => void>()
/** What a window that keeps nothing was told. */
let unkept = ''

const stored = () => {
  try {
    return sessionStorage.getItem(shelf) ?? ''
  } catch {
    return ''
  }
}
const read = () => `${unkept} ${stored()}`.trim()

/** R-55, S-23: not seen again until the window is closed; nobody else hears of it. */
export const dismiss = (id: string) => {
  try {
    sessionStorage.setItem(shelf, `${stored()} ${id}`.trim())
  } catch {
    // private windows refuse storage: it is dismissed as long as the page stays
    unkept = `${unkept} ${id}`.trim()
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
