import { useEffect } from 'react'

/** Calls back when Escape is pressed, as long as `when` holds. */
export const useEscape = (when: boolean, then: () => void) =>
  useEffect(() => {
    if (!when) return undefined
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') then()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [when, then])
