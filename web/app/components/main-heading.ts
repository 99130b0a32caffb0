import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { texts } from '../texts.ts'

/**
 * A screen has one main heading: it names the browser's tab and takes the focus when we arrive from elsewhere, unless we
 * came for a certain section.
 */
export const useMainHeading = (title: string) => {
  const { key, hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = useRef({ opened: key === 'default', section: hash.slice(1) })
  useEffect(() => {
    document.title = title === texts.shell.product ? title : `${title} · ${texts.shell.product}`
  }, [title])
  useEffect(() => {
    const { opened, section } = arrival.current
    if (section !== '') document.getElementById(section)?.focus({ preventScroll: true })
    else if (!opened) heading.current?.focus()
  }, [])
  return heading
}
