/** Links within text look the same, wherever they lead. */
export const textLinkStyle = 'font-medium text-brand underline underline-offset-4 hover:text-brand-strong'
