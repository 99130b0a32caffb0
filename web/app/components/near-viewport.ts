import { type RefObject, useEffect, useState } from 'react'

/** True once the element has been visible or, on a page that is being scrolled, almost. */
export const useNearViewport = (element: RefObject<Element | null>) => {
  const [isNear, setNear] = useState(false)
  const isScrolled = useHasHappened('scroll')
  useEffect(() => {
    if (element.current === null || isNear) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: isScrolled ? '400px' : '0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear, isScrolled])
  return isNear
}

/** Whether an event has reached the window since the component was first shown. */
export const useHasHappened = (event: 'scroll' | 'keydown') => {
  const [hasHappened, setHappened] = useState(false)
  useEffect(() => {
    const waiting = new AbortController()
    addEventListener(event, () => setHappened(true), { once: true, passive: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [event])
  return hasHappened
}
