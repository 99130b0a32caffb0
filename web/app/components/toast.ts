import { texts } from '../texts.ts'

/** One toast at a time, shown for 5 s; its record leaves memory much later (C-03, Q-95). */
export interface Toast {
  readonly title: string
  readonly text?: string | undefined
  readonly tone?: 'good' | 'bad' | undefined
}
export interface ToastState {
  readonly toast: Toast | null
  readonly open: boolean
  /** Changes with every toast: the same words twice are announced twice. */
  readonly turn: number
}

const shownForMs = 5_000
const rememberedForMs = 1_000_000

let state: ToastState = { toast: null, open: false, turn: 0 }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** A new toast takes the place of the old one. */
export const showToast = (toast: Toast) => {
  become({ toast, open: true, turn: state.turn + 1 })
  resumeToast()
}

/** What went wrong, in one sentence. */
export const complain = (text: string) => showToast({ tone: 'bad', title: texts.kit.error, text })

export const dismissToast = () => {
  become({ ...state, open: false })
  clearTimeout(timer)
  timer = setTimeout(() => become({ ...state, toast: null }), rememberedForMs)
}

/** While it is being read it does not go away. */
export const holdToast = () => clearTimeout(timer)

export const resumeToast = () => {
  clearTimeout(timer)
  if (state.open) timer = setTimeout(dismissToast, shownForMs)
}

export const currentToast = () => state

export const onToast = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const become = (next: ToastState) => {
  state = next
  for (const listener of listeners) listener()
}
