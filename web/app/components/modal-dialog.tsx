import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { componentTexts } from './texts.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  readonly children: ReactNode
}

/** Traps the focus, closes on Escape, restores the focus. */
export function ModalDialog({ open, onClose, title, description, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        {/* Radix's overlay injects a style element, which the content security policy forbids */}
        <div className="pointer-events-auto fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onEscapeKeyDown={keepOpenForCombobox}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-t-card bg-surface p-5 shadow-float sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[92dvh] sm:w-full sm:max-w-xl sm:-translate-1/2 sm:rounded-card sm:p-7"
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <Radix.Title className="font-display text-2xl leading-tight font-medium">{title}</Radix.Title>
            <Radix.Close
              aria-label={componentTexts.close}
              className="-mt-1.5 -mr-1.5 grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mb-4 text-muted">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Escape in an open combobox closes its list, not the dialog. */
const keepOpenForCombobox = (event: KeyboardEvent) => {
  const { target } = event
  if (target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')) event.preventDefault()
}
