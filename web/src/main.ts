import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

const home = document.getElementById("app");
if (home) mount(App, { target: home });
