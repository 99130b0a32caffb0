import {
  cloneElement,
  createContext,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useEscape } from './use-escape.ts'

const delayMs = 700
const skipDelayMs = 300
/** Between the tooltip and the edge of the window. */
const paddingPx = 8

const newDelay = () => {
  let lastClosed = 0
  return {
    ms: () => (Date.now() - lastClosed < skipDelayMs ? 0 : delayMs),
    skipForNext: () => {
      lastClosed = Date.now()
    },
  }
}
const Delay = createContext(newDelay())

/** @rule C-40 the first tooltip opens after 700 ms; others within 300 ms open at once */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  const [delay] = useState(newDelay)
  return <Delay value={delay}>{children}</Delay>
}

interface TooltipProps {
  readonly text: string
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * Not Radix's, which takes 40 kB on every page.
 * @rule R-39 additional hint on hover or focus; never the only source of information
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const around = useRef<HTMLSpanElement>(null)
  const { isOpen, triggers } = useTooltipState()
  return (
    <span ref={around} className="contents" {...triggers}>
      {cloneElement(children, isOpen ? { 'aria-describedby': id } : {})}
      {isOpen && <TooltipText id={id} text={text} around={around} />}
    </span>
  )
}

const useTooltipState = () => {
  const delay = useContext(Delay)
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  const close = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isOpen) delay.skipForNext()
    setOpen(false)
  }
  const openSoon = () => {
    if (isOpen || timer.current !== undefined || isPressed.current) return
    const ms = delay.ms()
    if (ms === 0) setOpen(true)
    else timer.current = setTimeout(() => setOpen(true), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEscape(isOpen, close)
  const triggers = {
    onPointerMove: ({ pointerType }: { readonly pointerType: string }) => {
      if (pointerType !== 'touch') openSoon()
    },
    onPointerLeave: () => {
      isPressed.current = false
      close()
    },
    onPointerDown: () => {
      isPressed.current = true
      close()
    },
    onFocus: () => {
      if (!isPressed.current) setOpen(true)
    },
    onBlur: close,
  }
  return { isOpen, triggers }
}

interface TooltipTextProps {
  readonly id: string
  readonly text: string
  readonly around: RefObject<HTMLElement | null>
}

/** Below its element, or above it if there is no room; its padding keeps it open while the pointer moves onto it. */
function TooltipText({ id, text, around }: TooltipTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const target = around.current?.firstElementChild?.getBoundingClientRect()
    if (box.current === null || target === undefined) return
    const { offsetWidth: width, offsetHeight: height } = box.current
    const left = target.left + (target.width - width) / 2
    const fitsBelow = target.bottom + height <= innerHeight
    box.current.style.left = `${Math.max(paddingPx, Math.min(left, innerWidth - width - paddingPx))}px`
    box.current.style.top = `${fitsBelow ? target.bottom : target.top - height}px`
  }, [around])
  return (
    <span ref={box} className="fixed z-50 py-2">
      <span
        role="tooltip"
        id={id}
        className="block w-max max-w-64 rounded-control bg-ink px-3 py-1.5 text-sm text-paper shadow-float"
      >
        {text}
      </span>
    </span>
  )
}
