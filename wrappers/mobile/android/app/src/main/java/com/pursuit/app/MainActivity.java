package com.pursuit.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
