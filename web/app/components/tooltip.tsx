import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** Around everything that has tooltips: the first waits 700 ms, those within 300 ms of another do not (C-40). */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** A word about what one points at; nothing that is not also said otherwise. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={8}
        collisionPadding={8}
        className="z-50 max-w-64 rounded-control bg-ink px-3 py-1.5 text-sm text-paper shadow-float"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}
