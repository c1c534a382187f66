"""Settings: two TOML files and the command line become one frozen Config; what the app remembers lies apart."""

from reme_tui.config.checks import SETTINGS
from reme_tui.config.finding import VAULT_MARKS, Found, find_vault, is_wide
from reme_tui.config.settings import APP, Config, Flags, load_config
from reme_tui.config.settings_file import ConfigError, KeySetting, read_settings
from reme_tui.config.shipped import model_folder, shipped

__all__ = [
    "APP",
    "SETTINGS",
    "VAULT_MARKS",
    "Config",
    "ConfigError",
    "Flags",
    "Found",
    "KeySetting",
    "find_vault",
    "is_wide",
    "load_config",
    "model_folder",
    "read_settings",
    "shipped",
]
