import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** @rule C-40 the first tooltip opens after 700 ms; others within 300 ms open at once */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** @rule R-39 additional hint on hover or focus; never the only source of information */
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
