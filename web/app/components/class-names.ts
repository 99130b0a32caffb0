/** Joins the class names that apply. */
export const classNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')
