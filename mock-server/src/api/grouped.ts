/** A whole number as prose has it: 65,536. By hand, as the language's own way loads its data of all languages first. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
