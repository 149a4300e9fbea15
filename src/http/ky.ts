export { default as ky } from "ky";
