import { useEffect, useRef, useSyncExternalStore } from 'react'

/** What a key does; `false` leaves the key to the browser. */
export type Keys = Readonly<Record<string, () => boolean | void>>

const shelf = 'garbo.keys'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const areOn = () => {
  try {
    return localStorage.getItem(shelf) !== 'off'
  } catch {
    return true
  }
}

/** Single letters can be switched off, for who dictates to the machine or misses keys (WCAG 2.1.4). */
export const useKeysAreOn = () => useSyncExternalStore(subscribe, areOn)

export const switchKeys = (on: boolean) => {
  try {
    localStorage.setItem(shelf, on ? 'on' : 'off')
  } catch {
    // whoever keeps nothing keeps no choice either
  }
  for (const listener of listeners) listener()
}

/** Keys act where nobody is typing, choosing or answering a dialog. */
export const useKeys = (keys: Keys) => {
  const on = useKeysAreOn()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return
      if (!on && key !== 'Escape') return
      const act = latest.current[key]
      if (act !== undefined && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [on])
}

const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null)
