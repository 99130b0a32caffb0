import { useEffect, useState } from 'react'

/** The typed text after a pause in typing. */
export const useDebounced = (typed: string, waitMs = 300) => {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), waitMs)
    return () => clearTimeout(timer)
  }, [typed, waitMs])
  return debounced
}
