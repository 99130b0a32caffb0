import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router-dom'

const storageKey = 'garbo.scroll'

const readPositions = (): Map<string, number> => {
  try {
    return new Map(Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>))
  } catch {
    return new Map()
  }
}

const savePositions = (positions: ReadonlyMap<string, number>) => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...positions].slice(-50))))
  } catch {
    // storage may be blocked; pages then start at the top
  }
}

/** Entries of typed URLs all have the key `default`; distinguished by URL. */
const keyOf = ({ key, pathname, hash }: Location) => (key === 'default' ? pathname + hash : key)

/** Shows a page of the history where it was left, a section at its start and any other page at the top. */
export const useScrollRestoration = () => {
  const location = useLocation()
  const key = keyOf(location)
  const positions = useRef<Map<string, number>>(undefined)
  const shown = useRef(key)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.current?.set(shown.current, scrollY)
    const save = () => {
      remember()
      savePositions(positions.current ?? new Map<string, number>())
      history.scrollRestoration = 'auto'
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', save)
    }
  }, [])
  useLayoutEffect(() => {
    positions.current ??= readPositions()
    shown.current = key
    const position = positions.current.get(key)
    const section = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (position !== undefined) scrollTo(0, position)
    else if (section !== null) section.scrollIntoView()
    else scrollTo(0, 0)
  }, [key, location])
}
